from uuid import UUID

from bridge.agent.generations import Generations

MARA, TOM = UUID(int=1), UUID(int=2)


def test_forgetting_makes_old_what_this_player_began_and_nobody_else() -> None:
    generations = Generations()
    mara, tom, nobody = map(generations.current, (MARA, TOM, None))
    generations.forget(MARA)
    assert generations.current(MARA) != mara
    assert generations.current(TOM) == tom
    assert generations.current(None) == nobody
