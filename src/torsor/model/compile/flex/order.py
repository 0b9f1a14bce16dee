"""In which order the vertices of a flex are eliminated, so that few numbers are added to a factor of their matrix."""

from collections.abc import Iterable


def elimination_order(vertices: Iterable[int], edges: Iterable[tuple[int, int]]) -> list[int]:
    """Vertices by least degree in the graph that is left, the last first, as factors begin with the last row.

    Of several with the least degree the one counts whose degree was determined last (Tinney's second scheme).
    """
    near: dict[int, set[int]] = {vertex: set() for vertex in vertices}
    for a, b in edges:
        if a in near and b in near:
            near[a].add(b)
            near[b].add(a)
    of_degree: dict[int, dict[int, None]] = {}  # vertices by degree, that which was determined last at the end
    for vertex in sorted(near, reverse=True):
        of_degree.setdefault(len(near[vertex]), {})[vertex] = None
    order: list[int] = []
    least = 0
    while len(order) < len(near):
        while not of_degree.get(least):
            least += 1
        vertex, _ = of_degree[least].popitem()
        order.append(vertex)
        around = near[vertex]
        for other in sorted(around):
            del of_degree[len(near[other])][other]
            near[other] |= around
            near[other] -= {other, vertex}
            degree = len(near[other])
            of_degree.setdefault(degree, {})[other] = None
            least = min(least, degree)
    return order[::-1]
