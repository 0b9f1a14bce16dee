"""Make a model that differs small: take out elements and attributes as long as the difference stays."""

import time
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from .judge import judge
from .mutate import mutant

SECONDS = 40.0  # of patience


def shrink_seed(seed: int) -> str:
    """The smallest model found that differs the way the mutant with this number does."""
    xml = mutant(seed)
    wanted = kinds(judge(xml, seed).defects)
    return shrink(xml, lambda text: kinds(judge(text, seed).defects) & wanted)


def kinds(defects: dict[str, float]) -> set[str]:
    """What differs, without the ids of what it belongs to."""
    return {name.split(' (')[0] for name in defects}


def shrink(xml: str, differs) -> str:
    """Take out whatever can be taken out while `differs(xml)` stays true."""
    root, end = ElementTree.fromstring(xml), time.monotonic() + SECONDS
    changed = True
    while changed and time.monotonic() < end:
        changed = take_out(root, differs, end, cut_elements) | take_out(root, differs, end, cut_attributes)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding='unicode')


def take_out(root: Element, differs, end: float, cuts) -> bool:
    """One pass over all that could be cut; whether anything was."""
    changed = False
    for undo in cuts(root):
        if time.monotonic() > end or not differs(ElementTree.tostring(root, encoding='unicode')):
            undo()
        else:
            changed = True
    return changed


def cut_elements(root: Element):
    """Cut out one element after the other, large ones first; yields how to put it back."""
    for parent in list(root.iter()):
        for child in list(parent):
            if parent is root and child.tag == 'worldbody':
                continue
            k = list(parent).index(child)
            parent.remove(child)
            yield lambda parent=parent, k=k, child=child: parent.insert(k, child)


def cut_attributes(root: Element):
    """Cut out one attribute after the other; yields how to put it back."""
    for element in list(root.iter()):
        for name, value in list(element.attrib.items()):
            del element.attrib[name]
            yield lambda element=element, name=name, value=value: element.set(name, value)
