"""An edition as the program loads it: an ONNX file, its tokenizer, `contrafact-encoder.json` and a card."""
import hashlib, json

import numpy as np

MODEL = "onnx/model_quantized.onnx"
MOST_TOKENS = 256
# That of the shipped edition: what two unrelated lines reach hangs on the temperature of training, which is the same. Measure yours:
# CONTRAFACT_ENCODER=… npm run bench -- lyrics --part choose
BACKGROUND_COSINE = 0.35


def table_of(folder):
    """The vectors of an edition, from its ONNX file."""
    import onnx
    from onnx import numpy_helper
    graph = onnx.load(str(folder / "onnx" / "model_quantized.onnx")).graph
    value = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    if "emb_q" in value:  # the first edition: 8 bits a number
        return value["emb_q"].astype(np.float32) * value["scale"]
    at = value["codes"].astype(np.int64) + value["starts"]
    return value["centres"][at].reshape(len(at), -1) * value["lengths"].astype(np.float32)


def write_onnx(path, codes, centres, lengths):
    """token → its codes → their centres, scaled by the row's length; the reader takes the mean."""
    import onnx
    from onnx import TensorProto as T, helper as h, numpy_helper as n
    parts = codes.shape[1]
    node = h.make_node
    nodes = [
        node("Gather", ["codes", "input_ids"], ["c8"]), node("Cast", ["c8"], ["c"], to=T.INT64),
        node("Add", ["c", "starts"], ["at"]), node("Gather", ["centres", "at"], ["cut"]),
        node("Shape", ["input_ids"], ["shape"]), node("Concat", ["shape", "size"], ["whole"], axis=0),
        node("Reshape", ["cut", "whole"], ["row"]), node("Gather", ["lengths", "input_ids"], ["l16"]),
        node("Cast", ["l16"], ["l"], to=T.FLOAT), node("Mul", ["row", "l"], ["scaled"]),
        node("Cast", ["attention_mask"], ["m0"], to=T.FLOAT), node("Unsqueeze", ["m0", "last"], ["m"]),
        node("Mul", ["scaled", "m"], ["last_hidden_state"])]
    values = {
        "codes": codes, "starts": np.arange(parts, dtype=np.int64) * 256,
        "centres": centres.reshape(-1, centres.shape[2]), "size": np.array([codes.shape[1] * centres.shape[2]], np.int64),
        "lengths": lengths.astype(np.float16)[:, None], "last": np.array([2], np.int64)}
    axes = ["b", "s"]
    graph = h.make_graph(
        nodes, "static tokens",
        [h.make_tensor_value_info(k, T.INT64, axes) for k in ("input_ids", "attention_mask")],
        [h.make_tensor_value_info("last_hidden_state", T.FLOAT, [*axes, codes.shape[1] * centres.shape[2]])],
        [n.from_array(np.ascontiguousarray(v), k) for k, v in values.items()])
    model = h.make_model(graph, opset_imports=[h.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(model)
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(path))


def hash_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_edition(out, codes, centres, lengths, tokenizer, *, licence, start, parallel, seed, added, pairs):
    """`pairs`: how many were trained on, by language. The program loads the folder by its name in `CONTRAFACT_ENCODER`."""
    write_onnx(out / MODEL, codes, centres, lengths)
    (out / "tokenizer.json").write_text(json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":")), encoding="utf8")
    (out / "tokenizer_config.json").write_text(json.dumps({
        "tokenizer_class": "PreTrainedTokenizerFast", "model_max_length": MOST_TOKENS, "pad_token": "<pad>", "unk_token": "<unk>",
        "clean_up_tokenization_spaces": False}), encoding="utf8")
    languages = " ".join(sorted(pairs))
    (out / "contrafact-encoder.json").write_text(json.dumps({
        "model": MODEL, "dimensions": codes.shape[1] * centres.shape[2], "pooling": "mean", "prefix": "", "maxTokens": MOST_TOKENS,
        "backgroundCosine": BACKGROUND_COSINE, "licence": licence[:200],
        "limits": f"Static token vectors, trained on {sum(pairs.values())} pairs in {len(pairs)} languages; their background cosine was not measured."},
        ensure_ascii=False, indent=2) + "\n", encoding="utf8")
    megabytes = sum(f.stat().st_size for f in out.rglob("*") if f.is_file()) / 1e6
    counts = "\n".join(f"| {language} | {count} |" for language, count in sorted(pairs.items(), key=lambda one: -one[1]))
    (out / "CARD.md").write_text(f"""# {out.name}

Static token vectors: {len(codes)} tokens, {codes.shape[1] * centres.shape[2]} numbers each, product-quantised ({codes.shape[1]} parts, 256 centres); a text is the
mean of its tokens, scaled to length 1. {megabytes:.1f} MB. Made by `scripts/lyric-encoder/train.py`, seed {seed}.

| what | value |
|---|---|
| started from | {start.name}, SHA-256 {hash_of(start / MODEL)} |
| tokens added | {added} |
| parallel text | {parallel.name}, SHA-256 {hash_of(parallel)}, {sum(pairs.values())} pairs used |
| {MODEL} | SHA-256 {hash_of(out / MODEL)} |
| licence | {licence} |

Use: candidates and similarity of lines in lyric plagiarism. It maps lines of like meaning to near vectors; it knows no order of words, and no language below
of which there were few pairs and none in the edition it started from.

| language | pairs |
|---|---|
{counts}
""", encoding="utf8")
