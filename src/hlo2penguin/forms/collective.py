"""Forms of collectives: one statement each, told apart by `kind`. Keys are documented, their mutual order is ours."""

from hlo2penguin.forms.constructors import NEURON_TENSOR_OP
from hlo2penguin.forms.evidence import DOCUMENTED
from hlo2penguin.forms.form import Form, Keyword, keyword, tag


def _form(name: str, kind: str, *extra: Keyword) -> Form:
    common = (
        tag(f"mhlo.{name}", DOCUMENTED),
        keyword("kind", "single", DOCUMENTED, fixed=kind),
        keyword("replica_groups", "groups", DOCUMENTED),
        keyword("dtype", "dtype", DOCUMENTED),
        keyword("groupID", "int", DOCUMENTED, optional=True),
        keyword("collective_type", "single", DOCUMENTED, optional=True),
        keyword("cc_type_hint", "hint", DOCUMENTED, optional=True),
        keyword("has_token", "bool", DOCUMENTED),
        keyword("stream_id", "int", DOCUMENTED, optional=True),
    )
    return Form(name, NEURON_TENSOR_OP, (*common, *extra), (name,), heavy=True)


FORMS = (
    _form("all_reduce", "AllReduce"),
    _form("collective_permute", "Permute"),
    _form("all_gather", "AllGather", keyword("all_gather_dim", "int", DOCUMENTED)),
    _form("reduce_scatter", "ReduceScatter", keyword("reduce_scatter_dim", "int", DOCUMENTED)),
    _form(
        "all_to_all",
        "AlltoAll",
        keyword("split_dimension", "int", DOCUMENTED),
        keyword("concat_dimension", "int", DOCUMENTED),
        keyword("split_count", "int", DOCUMENTED),
    ),
)
