"""Sentences that are translated last."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kvlab_desktop.core.text import Msg, msg, placeholders, plain, verbatim

NAMES = st.sampled_from(["bits", "kept", "total", "a", "x_1"])
LITERALS = st.text(st.sampled_from("az 12,.:×网格"), max_size=6)
MARKUP = st.recursive(
    LITERALS,
    lambda inside: st.tuples(LITERALS, st.sampled_from(["^", "_", "\\hat"]), inside, LITERALS).map(
        lambda p: f"{p[0]}{p[1]}{{{p[2]}}}{p[3]}"
    ),
    max_leaves=4,
)


def chinese(context: str, source: str, n: int | None) -> str:
    table = {
        ("Test", "{kept} of {total}"): "{total} 中的 {kept}",
        ("Test", "used: {what}"): "使用：{what}",
        ("Test", "%n line(s)"): "%n 条线",
    }
    return table[context, source].replace("%n", str(n))


# --- placeholders


def test_placeholders_are_told_from_markup() -> None:
    source = "2^{bits} {levels}, x_{i}, \\hat{x}, 10^{{power}}, d_{{c}}, \\hat{{y}}"
    assert placeholders(source) == {"levels", "power", "c", "y"}


def test_placeholders_inside_markup_are_filled() -> None:
    text = msg("Test", "2^{{bits}} = {levels}, x_{i}, \\hat{x}", bits=4, levels=16)
    assert str(text) == "2^{4} = 16, x_{i}, \\hat{x}"


def test_markup_that_looks_like_an_argument_stays() -> None:
    assert str(msg("Test", "2^{bits} with {bits}", bits=4)) == "2^{bits} with 4"


@given(st.lists(st.tuples(LITERALS, NAMES), max_size=6), LITERALS)
def test_every_placeholder_is_filled_and_nothing_else_changes(
    pieces: list[tuple[str, str]], tail: str
) -> None:
    args: dict[str, object] = {name: f"<{name}>" for _literal, name in pieces}
    source = "".join(f"{literal}{{{name}}}" for literal, name in pieces) + tail
    expected = "".join(f"{literal}<{name}>" for literal, name in pieces) + tail
    assert placeholders(source) == set(args)
    assert str(Msg("Test", source, tuple(args.items()))) == expected


def test_what_is_filled_in_is_not_filled_again() -> None:
    assert str(msg("Test", "{a} {b}", a="{b}", b="2^{3}")) == "{b} 2^{3}"


def test_a_placeholder_without_an_argument_stays_visible() -> None:
    assert str(msg("Test", "{kept} of {total}", kept=3)) == "3 of {total}"
    assert str(msg("Test", "{kept}")) == "{kept}"


# --- translation


def test_a_translation_may_order_the_placeholders_anew() -> None:
    assert msg("Test", "{kept} of {total}", kept=3, total=16).render(chinese) == "16 中的 3"


def test_a_sentence_inside_a_sentence_is_translated_too() -> None:
    inner = msg("Test", "{kept} of {total}", kept=3, total=16)
    outer = msg("Test", "used: {what}", what=inner)
    assert outer.render(chinese) == "使用：16 中的 3"
    assert str(outer) == "used: 3 of 16"


def test_a_count_selects_the_plural_and_fills_the_number() -> None:
    asked = []

    def translate(context: str, source: str, n: int | None) -> str:
        asked.append((context, source, n))
        return "one line" if n == 1 else f"{n} lines"

    texts = [msg("Test", "%n line(s)", n=n).render(translate) for n in (1, 4)]
    assert texts == ["one line", "4 lines"]
    assert asked == [("Test", "%n line(s)", 1), ("Test", "%n line(s)", 4)]
    assert msg("Test", "%n line(s)", n=4).render(chinese) == "4 条线"


def test_without_a_translation_the_count_stands_in_the_source() -> None:
    assert str(msg("Test", "%n line(s) of {what}", n=4, what="the grid")) == "4 line(s) of the grid"
    assert str(msg("Test", "100 %n")) == "100 %n"


def test_verbatim_is_the_same_in_every_language() -> None:
    text = verbatim("{token} 2^{3}")
    assert text.context == ""
    assert str(text) == "{token} 2^{3}"


# --- a sentence is a value


def test_with_args_adds_and_leaves_the_first_sentence_alone() -> None:
    first = msg("Test", "{kept} of {total}", kept=3)
    assert str(first.with_args(total=16)) == "3 of 16"
    assert str(first.with_args(total=16).with_args(kept=4)) == "4 of 16"
    assert str(first) == "3 of {total}"


def test_equal_sentences_are_equal_and_can_be_keys() -> None:
    def make(kept: int) -> Msg:
        return msg("Test", "{kept} of {total}", kept=kept, total=verbatim("16"))

    assert make(3) == make(3)
    assert make(3) != make(4)
    assert len({make(3), make(3), make(4)}) == 2


# --- without markup


def test_plain_writes_every_kind_of_markup_on_the_line() -> None:
    assert plain("2^{bits} · x_{i} · \\hat{x} · a^{b_{c}}") == "2^bits · x_i · x^ · a^b_c"
    assert plain("10^{−3} · 2^{n + 1}") == "10^−3 · 2^(n + 1)"
    assert plain("no markup {kept}") == "no markup {kept}"


@given(MARKUP)
def test_plain_keeps_all_characters_and_no_braces(markup: str) -> None:
    bare = plain(markup)
    assert not {"\\", "{", "}"} & set(bare)
    assert plain(bare) == bare
    letters = [c for c in markup.replace("\\hat", "") if c.isalnum()]
    assert [c for c in bare if c.isalnum()] == letters
