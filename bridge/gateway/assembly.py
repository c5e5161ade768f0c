"""What the objects of a chat completion's answer, one or many, add up to. Pure.

Written by what OpenAI, DeepSeek, Ollama, llama.cpp, vLLM, Mistral and OpenRouter send. Unknown
fields are ignored, and a model's private reasoning is not looked at but for being there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from bridge.core.errors import ModelError
from bridge.core.model_calls import ModelFailure
from bridge.gateway.speech import Speech
from bridge.gateway.usage import as_object, read_usage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bridge.core.model_calls import Usage

LONGEST_TEXT: Final = 4 * 1024 * 1024
"""Characters of a text, private reasoning included: far more than any answer."""

_NAME: Final = re.compile(r"[\w./:@+\- ]{1,200}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """A reply as it was read. `model` is "" where the provider does not say."""

    text: str
    model: str
    usage: Usage | None
    finish: str


class Assembly:
    """Takes the objects of one answer in their order.

    `place` is where they come from, for messages; `on_text` is told the readable text as it
    comes. Every failure is a ModelError that counts.
    """

    def __init__(self, place: str, on_text: Callable[[str], None] | None = None) -> None:
        self._place = place
        self._on_text = on_text
        self._speech = Speech()
        self._spoken = 0
        self._reasoned = False
        self._model = ""
        self._finish = ""
        self._usage: Usage | None = None

    @property
    def finished(self) -> bool:
        """Whether the model has said why it ended."""
        return bool(self._finish)

    def take(self, fields: Mapping[str, object], *, whole: bool) -> None:
        """A `whole` reply, or a chunk of a stream, which may come without any choice.

        Raises ModelError: BAD_REPLY, TOO_LARGE.
        """
        model = fields.get("model")
        if isinstance(model, str) and _NAME.fullmatch(model):
            self._model = model
        self._usage = read_usage(fields.get("usage")) or self._usage
        if fields.get("error"):
            raise self.failure(ModelFailure.BAD_REPLY, "the reply is an error of the provider")
        choices = fields.get("choices")
        if isinstance(choices, list):
            for choice in map(as_object, cast("list[object]", choices)):
                if choice is not None and not choice.get("index"):
                    self._choice(choice)
                    return
        if whole:
            raise self.failure(ModelFailure.BAD_REPLY, "the reply has no choices")

    def end(self) -> Completion:
        """The reply. Raises ModelError (EMPTY)."""
        last, text = self._speech.end()
        self._tell(last)
        if not text:
            raise self._empty()
        return Completion(
            text=text, model=self._model, usage=self._usage, finish=self._finish or "stop"
        )

    def failure(self, kind: ModelFailure, problem: str) -> ModelError:
        """What to raise where the answer is of no use."""
        return ModelError(f"{self._place}: {problem}", kind=kind, counted=True, usage=self._usage)

    def _choice(self, choice: Mapping[str, object]) -> None:
        delta = as_object(choice.get("delta"))
        message = delta or as_object(choice.get("message")) or {}
        self._reasoned = self._reasoned or bool(
            message.get("reasoning_content") or message.get("reasoning")
        )
        if delta or not self._spoken:  # some streams end with all of the text once more
            self._say(self._content(message.get("content")))
        finish = choice.get("finish_reason")
        if finish == "error" or choice.get("error"):
            raise self.failure(ModelFailure.BAD_REPLY, "the provider broke off with an error")
        if isinstance(finish, str) and _NAME.fullmatch(finish):
            self._finish = finish

    def _content(self, content: object) -> str:
        """The text of a content, which may be a list of parts (Mistral sends thinking as one)."""
        if isinstance(content, str):
            return content
        if not isinstance(content, list):
            return ""
        texts: list[str] = []
        for part in cast("list[object]", content):
            fields = as_object(part) or {"text": part}
            text = fields.get("text")
            if fields.get("type", "text") not in ("text", "output_text"):
                self._reasoned = True
            elif isinstance(text, str):
                texts.append(text)
        return "".join(texts)

    def _say(self, text: str) -> None:
        self._spoken += len(text)
        if self._spoken > LONGEST_TEXT:
            raise self.failure(ModelFailure.TOO_LARGE, "the text has no end")
        self._tell(self._speech.feed(text))

    def _tell(self, text: str) -> None:
        if text and self._on_text is not None:
            self._on_text(text)

    def _empty(self) -> ModelError:
        if self._finish == "length":
            problem = "its output tokens were used up before any text"
        elif self._reasoned or self._speech.thought:
            problem = "only private reasoning"
        elif self._finish == "content_filter":
            problem = "the provider's filter held it back"
        else:
            problem = "it is empty"
        return self.failure(ModelFailure.EMPTY, f"the reply has no text: {problem}")
