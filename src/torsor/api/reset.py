def reset_data(m, d):
    d._buffer[:] = 0
    d.qpos[:] = m.qpos0
