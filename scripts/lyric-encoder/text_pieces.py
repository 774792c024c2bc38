"""Pieces that a text itself suggests, where no vocabulary is given: a Unigram vocabulary (Kudo 2018) of the scripts that are new."""
import json

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers

FEWEST_TEXTS = 50  # of fewer nothing is learned but names


def pieces_of_text(texts, known_characters, most):
    """
    [(piece, log probability)], at most `most`. Only pieces with a character that no earlier piece has: others would take
    the place of pieces whose vectors were made from far more text.
    """
    is_new = lambda text: any(c.isalpha() and c not in known_characters for c in text.lower())
    new = [text for text in texts if is_new(text)]
    if len(new) < FEWEST_TEXTS: return []
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Lowercase()])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Punctuation(), pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")])
    tokenizer.train_from_iterator(new, trainers.UnigramTrainer(
        vocab_size=most, show_progress=False, special_tokens=["<unk>"], unk_token="<unk>"))
    vocabulary = json.loads(tokenizer.to_str())["model"]["vocab"]
    return [(piece, score) for piece, score in vocabulary if piece != "<unk>" and is_new(piece)]
