/**
 * Names of notes as musicians write them. Descriptions and results name all of them with sharps (`A#:maj`, the documented
 * form); what people read is spelled by the key: a song in F minor has A flat, not G sharp.
 */

const flats: Readonly<Record<string, string>> = {
  'C#': 'Db',
  'D#': 'Eb',
  'F#': 'Gb',
  'G#': 'Ab',
  'A#': 'Bb',
};
/** Keys with flats in their signature, by the documented names. */
const flatKeys: ReadonlySet<string> = new Set([
  ...['F', 'A#', 'D#', 'G#', 'C#'].map((tonic) => `${tonic} major`),
  ...['D', 'G', 'C', 'F', 'A#', 'D#'].map((tonic) => `${tonic} minor`),
]);
/** Without a signature, what is foreign to the scale comes from the flat side, but for these. */
const plainKeys: ReadonlySet<string> = new Set(['C major', 'A minor']);
const sharpInPlainKeys: ReadonlySet<string> = new Set(['C#', 'F#']);

/** `name`: of a note, a chord (`G#:maj`) or a key (`A# minor`), whose note it spells for `key`, a documented key's name; null: as it is. */
export function spelled(name: string, key: string | null): string {
  const note = name.slice(0, 2);
  const flat = flats[note];
  if (flat === undefined || key === null) return name;
  const isFlat = flatKeys.has(key) || (plainKeys.has(key) && !sharpInPlainKeys.has(note));
  return isFlat ? flat + name.slice(2) : name;
}
