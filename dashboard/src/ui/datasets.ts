/** How datasets are named and which one is chosen first, where several have the same name or hold nothing. */
import type { Dataset } from '../api/contract.js';

type Named = Pick<Dataset, 'dataset_id' | 'name'>;

/** Names are free: where several datasets have the same one, the id stands behind it. */
export function shownName({ dataset_id: id, name }: Named, all: readonly Named[]): string {
  const isShared = all.some((other) => other.dataset_id !== id && other.name.trim() === name.trim());
  return isShared ? `${name} · ${id}` : name;
}

/** What is offered first in place of `chosen`, where that is empty and can find nothing: the dataset with the most songs. */
export function fullerDataset(
  chosen: string,
  all: readonly Pick<Dataset, 'dataset_id' | 'songs'>[],
): string | null {
  if (all.find(({ dataset_id: id }) => id === chosen)?.songs !== 0) return null;
  const [fullest] = all.toSorted((a, b) => b.songs - a.songs);
  return fullest && fullest.songs > 0 ? fullest.dataset_id : null;
}
