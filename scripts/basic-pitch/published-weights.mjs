// The constants of the published network (TensorFlow.js), by name.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const prefix = 'StatefulPartitionedCall/model_1/';

/**
 * Reads the constants of a folder that holds model.json and its shards. The function that it gives takes a name, without
 * the model's prefix, and the dimensions that it must have, and gives `at(...indices)`: the constant's value there, 0
 * outside of it. Throws where there is no such constant.
 */
export function readPublishedWeights(folder) {
  const { weightsManifest } = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8'));
  const shards = weightsManifest.flatMap(({ paths }) =>
    paths.map((path) => readFileSync(join(folder, path))),
  );
  const bytes = Buffer.concat(shards);
  const constants = new Map();
  let from = 0;
  for (const { name, shape, dtype, quantization } of weightsManifest.flatMap(({ weights }) => weights)) {
    if (quantization) throw new Error(`${name} is quantised`);
    const length = shape.reduce((product, dim) => product * dim, 1);
    if (dtype === 'float32') {
      const data = Float32Array.from({ length }, (_, index) => bytes.readFloatLE(from + 4 * index));
      constants.set(name, { shape, data });
    }
    from += 4 * length;
  }
  return (name, dims) => {
    const found = constants.get(prefix + name);
    if (found?.shape.join() !== dims.join()) throw new Error(`${name} is not of ${dims.join(' × ')} numbers`);
    return (...indices) => {
      let index = 0;
      for (const [axis, size] of dims.entries()) {
        if (indices[axis] < 0 || indices[axis] >= size) return 0;
        index = index * size + indices[axis];
      }
      return found.data[index];
    };
  };
}
