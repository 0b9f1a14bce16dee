"""Models as bytes: MuJoCo's MJB and a format of ours; what must hold of a model before it is used."""
