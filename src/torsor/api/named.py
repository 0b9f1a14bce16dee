def model_accessors(): return {}
def data_accessors(): return {}
