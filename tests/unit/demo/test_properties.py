from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from bridge.demo import properties

NOW = datetime(2026, 11, 30, 21, 9, 0, tzinfo=UTC)


def test_the_defaults_are_a_quiet_loopback_server_with_a_password_of_its_own() -> None:
    first, second = properties.defaults(), properties.defaults()
    assert first["enable-rcon"] == "true"
    assert first["broadcast-rcon-to-ops"] == "false"
    assert first["online-mode"] == "true"
    assert first["server-ip"] == "127.0.0.1"
    assert len(first["rcon.password"]) >= 20
    assert first["rcon.password"] != second["rcon.password"]


def test_the_file_has_the_game_s_form(tmp_path: Path) -> None:
    path = tmp_path / "server.properties"
    properties.save(path, {"motd": "a: b", "enable-rcon": "true"}, now=NOW)
    assert path.read_text("utf-8") == (
        "#Minecraft server properties\n#Mon Nov 30 21:09:00 UTC 2026\n"
        "enable-rcon=true\nmotd=a\\: b\n"
    )


def test_comments_blanks_and_escapes_are_read(tmp_path: Path) -> None:
    path = tmp_path / "server.properties"
    path.write_text("# c\n! d\n\n  a = b\\u00e9\\=\nempty=\nx=y=z\n", "utf-8")
    assert properties.load(path) == {"a": "bé=", "empty": "", "x": "y=z"}


def test_an_old_file_in_latin_1_is_read(tmp_path: Path) -> None:
    path = tmp_path / "server.properties"
    path.write_bytes(b"motd=caf\xe9\n")
    assert properties.load(path) == {"motd": "café"}


def test_no_file_has_no_settings(tmp_path: Path) -> None:
    assert properties.load(tmp_path / "none") == {}


@given(
    st.dictionaries(
        st.from_regex(r"[a-z][a-z.-]{0,10}", fullmatch=True),
        st.text(st.characters(exclude_categories=("C", "Z")), max_size=20)
        | st.sampled_from(["a\nb", "a\tb", "\\", "a:b=c\\n"]),
        max_size=5,
    )
)
def test_what_is_saved_is_what_is_loaded(settings: dict[str, str]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "server.properties"
        properties.save(path, settings, now=NOW)
        assert properties.load(path) == settings
