/** Which of the installed models lyric transcription uses: what `models list` and `doctor` show. */
import type { AnalysisName } from '../../domain/analysis-names.js';
import { loadManifest } from '../../models/manifest.js';
import { chooseDetector, chooseRecogniser, chooseSeparator, firstRecogniser } from './installed-models.js';

/** The settings that decide; a null id takes the best one installed. */
export interface TranscriptionChoice {
  readonly modelsDir: string;
  readonly transcription: {
    readonly recogniser: string | null;
    readonly separator: string | null;
    readonly detector: string | null;
    /** An endpoint of the operator's instead of a recogniser, and the model that is asked for there. */
    readonly url: string | null;
    readonly model: string;
  };
}

export interface UsedModel {
  readonly kind: 'recogniser' | 'separator' | 'detector';
  /** Null where none is used. */
  readonly id: string | null;
  /** In words, for people. */
  readonly detail: string;
  /** The command that installs it, where it is missed, or left half-way; null where one is used, or nothing is lost without. */
  readonly missing: string | null;
  /** What is wrong with the operator's choice or installation; null where nothing is. */
  readonly problem: string | null;
}

/** By the files' presence alone: quick. */
export async function usedModels({ modelsDir, transcription }: TranscriptionChoice): Promise<UsedModel[]> {
  const known = loadManifest();
  const { recogniser, separator, detector, url, model } = transcription;
  return Promise.all([
    url === null
      ? used(
          'recogniser',
          chooseRecogniser(known, modelsDir, recogniser ?? undefined),
          'none: songs with vocals fail',
          // Another one does not mend the operator's own choice.
          recogniser === null ? installRecogniser : null,
        )
      : {
          kind: 'recogniser' as const,
          id: null,
          detail: `the endpoint of CONTRAFACT_TRANSCRIBE_URL, model ${model}`,
          missing: null,
          problem: null,
        },
    used(
      'separator',
      chooseSeparator(known, modelsDir, separator ?? undefined),
      'none: the mix is transcribed',
    ),
    used(
      'detector',
      chooseDetector(known, modelsDir, detector ?? undefined),
      'none: the built-in classifier decides',
    ),
  ]);
}

const installRecogniser = `contrafact models pull ${firstRecogniser}`;

/** What an analysis that this instance offers needs and has not, so that some of its tasks must fail. */
export async function missingModels(
  settings: TranscriptionChoice & { readonly analyses: readonly AnalysisName[] },
): Promise<{ readonly analysis: AnalysisName; readonly model: string; readonly command: string }[]> {
  if (!settings.analyses.includes('lyric-transcription')) return [];
  const missing = (await usedModels(settings)).flatMap((model) => model.missing ?? []);
  return missing.map((command) => ({ analysis: 'lyric-transcription', model: firstRecogniser, command }));
}

async function used(
  kind: UsedModel['kind'],
  choice: Promise<{ readonly id: string } | null>,
  without: string,
  install: string | null = null,
): Promise<UsedModel> {
  try {
    const id = (await choice)?.id ?? null;
    return { kind, id, detail: id ?? without, missing: id === null ? install : null, problem: null };
  } catch (error) {
    const problem = (error as Error).message;
    return { kind, id: null, detail: problem, missing: install, problem };
  }
}
