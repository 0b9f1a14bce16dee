"""Keys of a browser as the codes that programs know from windows (those of GLFW)."""

SPECIAL = {'space': 32, 'escape': 256, 'enter': 257, 'tab': 258, 'backspace': 259, 'insert': 260, 'delete': 261,
           'arrowright': 262, 'arrowleft': 263, 'arrowdown': 264, 'arrowup': 265, 'pageup': 266, 'pagedown': 267,
           'home': 268, 'end': 269}
CODES = {**{chr(code): code for code in (*range(ord('0'), ord('9') + 1), *range(ord('A'), ord('Z') + 1))}, **SPECIAL}
