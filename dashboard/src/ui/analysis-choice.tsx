import { Checkbox, Code, NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { Trans } from 'react-i18next';
import { meQuery } from '../api/queries.js';
import type { AnalysisName, Me, Operation, Plan } from '../api/types.js';
import { t } from '../i18n/t.js';
import { DatasetSelect } from './dataset-select.js';
import { InstallModel } from './install-model.js';
import { operations, operationWords } from './operations.js';

export interface Choice {
  operations: Operation[];
  models: Partial<Record<Operation, string>>;
  /** What music plagiarism compares with. */
  datasetId: string;
  /** What the lyrics of the recording are compared with; '' is every dataset. */
  lyricDatasetId: string;
}

const ofRecordings = operations.filter((operation) => operationWords[operation].asks !== 'two recordings');

export const firstChoice: Choice = {
  operations: ['fingerprint-check', 'ai-detection'],
  models: Object.fromEntries(
    ofRecordings.map((operation) => [operation, operationWords[operation].models[0] ?? '']),
  ),
  datasetId: 'default',
  lyricDatasetId: '',
};

/** The first choice, as far as this instance offers it. */
export function firstOffered(analyses: readonly AnalysisName[]): Choice {
  const isOffered = (one: Operation): boolean => offers(analyses, one);
  return { ...firstChoice, operations: firstChoice.operations.filter(isOffered) };
}

/** Whether an operation can be ticked for a recording. The words of one have to be recognised before they are compared. */
function offers(analyses: readonly AnalysisName[], operation: Operation): boolean {
  if (operation === 'lyric-plagiarism' && !analyses.includes('lyric-transcription')) return false;
  return analyses.includes(operationWords[operation].analysis);
}

/** What of a choice can be run on a MIDI file. */
export function forNotes(choice: Choice): Choice {
  return { ...choice, operations: choice.operations.filter((one) => !operationWords[one].needsAudio) };
}

/** The analyses of a recording as cards to tick. */
export function AnalysisChoice(props: {
  value: Choice;
  onChange: (choice: Choice) => void;
  plan: Plan;
  /** The song is a MIDI file: what listens to sound is not offered. */
  notesOnly?: boolean;
}): JSX.Element {
  const { value, onChange } = props;
  const me = useQuery(meQuery).data;
  const analyses = me?.analyses;
  const offered = ofRecordings.filter((operation) => offers(analyses ?? [], operation));
  const toggle = (operation: Operation, on: boolean): void =>
    onChange({
      ...value,
      // In the order offered, so that a song is checked before it is registered.
      operations: offered.filter((one) => (one === operation ? on : value.operations.includes(one))),
    });
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
      {offered.map((operation) => {
        const words = operationWords[operation];
        return (
          <div key={operation} className="card" style={{ padding: '0.875rem 1rem' }}>
            <Checkbox
              checked={value.operations.includes(operation) && !(props.notesOnly && words.needsAudio)}
              disabled={props.notesOnly && words.needsAudio}
              onChange={(event) => toggle(operation, event.currentTarget.checked)}
              label={<b>{words.label}</b>}
              description={
                props.notesOnly && words.needsAudio
                  ? t('Listens to sound: a MIDI file has none.')
                  : words.about
              }
            />
            <MissingModel missing={missingFor(me, operation)} isOperator={me?.user.is_operator === true} />
            {words.models.length > 1 && (
              <NativeSelect
                mt="xs"
                size="xs"
                aria-label={t('Model for {{label}}', { label: words.label })}
                disabled={props.notesOnly && words.needsAudio}
                value={value.models[operation]}
                onChange={(event) =>
                  onChange({ ...value, models: { ...value.models, [operation]: event.currentTarget.value } })
                }
                data={words.models.map((model) => ({
                  value: model,
                  label: model === 'pro-v2' ? t('pro-v2 (Enterprise)') : model,
                  disabled: model === 'pro-v2' && props.plan !== 'enterprise',
                }))}
              />
            )}
            {operation === 'lyric-plagiarism' && (
              <DatasetSelect
                size="xs"
                withAll
                value={value.lyricDatasetId}
                onChange={(lyricDatasetId) => onChange({ ...value, lyricDatasetId })}
              />
            )}
            {operation === 'plagiarism' && (
              <DatasetSelect
                size="xs"
                value={value.datasetId}
                onChange={(datasetId) => onChange({ ...value, datasetId })}
              />
            )}
          </div>
        );
      })}
    </SimpleGrid>
  );
}

/** The model that an analysis lacks; null where it lacks none. */
function missingFor(me: Me | null | undefined, operation: Operation): MissingOfMe | null {
  const analysis =
    operation === 'lyric-plagiarism' ? 'lyric-transcription' : operationWords[operation].analysis;
  return me?.missing_models.find((one) => one.analysis === analysis) ?? null;
}

type MissingOfMe = Me['missing_models'][number];

function MissingModel(props: { missing: MissingOfMe | null; isOperator: boolean }): JSX.Element | null {
  if (props.missing === null) return null;
  const { command, model } = props.missing;
  return (
    <>
      <Text size="xs" mt="xs">
        <Trans
          i18nKey={
            'No speech recogniser is installed: songs with vocals fail. An operator installs one with <code>{{command}}</code>'
          }
          components={{ code: <Code /> }}
          values={{ command }}
        />
      </Text>
      <InstallModel id={model} isOperator={props.isOperator} />
    </>
  );
}
