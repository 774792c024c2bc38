import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { JSX } from 'react';
import { negativesCurveCaption, negativesCurveView } from '../../../src/evidence-view/negatives-curve.js';
import { el } from '../../../src/evidence-view/node.js';
import { segmentOddsCaption, segmentOddsView } from '../../../src/evidence-view/segment-odds.js';
import { evidenceStyles } from '../../../src/evidence-view/style.js';
import type { AiModelResult } from '../api/contract.js';
import type { Task } from '../api/types.js';
import { serverSentence } from '../i18n/server-sentence.js';
import { t } from '../i18n/t.js';
import { pageNonce } from '../nonce.js';
import { Bar } from '../ui/bar.js';
import { decimal, percent } from '../ui/format.js';
import { titleOf } from '../ui/names.js';
import { Waveform } from '../ui/waveform.js';
import { aiResult } from './ai-result.js';
import { viewElements } from './plagiarism/view-elements.js';
import { Spectrum } from './spectrum.js';
import { type Evidence, evidenceOf } from './spectrum-data.js';

/** What each model says of the whole and of each segment, under the waveform, and the spectrum behind it. */
export default function AiView({ task }: { task: Task }): JSX.Element {
  const result = aiResult(task.result);
  const evidence = evidenceOf(task.detail);
  return (
    <Stack gap="lg">
      <style nonce={pageNonce()}>{evidenceStyles}</style>
      {task.music_id && (
        <div>
          <Waveform musicId={task.music_id} label={titleOf(task) ?? t('the recording')} height={72} />
          {evidence?.odds && evidence.segments.length > 0 && (
            <figure className="ev under-waveform" style={{ marginBottom: 0 }}>
              <Text size="xs" c="dimmed" component="figcaption">
                {segmentOddsCaption(evidence.segments, evidence.odds)}
              </Text>
              {viewElements(segmentOddsView(evidence.segments, evidence.odds, { labelled: false }))}
            </figure>
          )}
          {evidence?.segments.length !== 0 && <Legend />}
        </div>
      )}
      {evidence && <SpectrumEvidence evidence={evidence} />}
      {result && <ModelFields models={result.models} spans={evidence?.segments ?? []} />}
      <Text size="sm" c="dimmed">
        {t('This is evidence for a person to judge. It states what is in the sound, not who made the music.')}
      </Text>
    </Stack>
  );
}

function SpectrumEvidence({ evidence }: { evidence: Evidence }): JSX.Element {
  const spacings = evidence.spacingsHz.map((hz) => `${decimal(hz, 2)} Hz`).join(', ');
  const origin = serverSentence(evidence.latticeOrigin);
  const isFound = evidence.finding === 'found';
  return (
    <section>
      <Title order={2} size="h4" mb={4}>
        {t('Evidence')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm" maw="46rem">
        {t('Decoders of music generators leave lines at regular distances.')}{' '}
        {evidence.latticeScore > 0
          ? t(
              'The strongest such lattice here ({{spacings}}, as left by {{origin}}) stands {{score}} standard deviations above chance.',
              { spacings, origin, score: decimal(evidence.latticeScore, 1) },
            )
          : t(
              'The strongest such lattice here ({{spacings}}, as left by {{origin}}) is no stronger than chance alone makes it.',
              { spacings, origin },
            )}{' '}
        {evidence.odds && t('What that amounts to is the log-odds below, beside their threshold.')}
      </Text>
      {evidence.odds && (
        <figure className="card ev" style={{ margin: '0 0 0.75rem', padding: '0.75rem 1rem' }}>
          {viewElements(
            el(
              'div',
              // Too wide for a telephone at a size that can be read.
              { class: 'ev-scroll', tabindex: 0, role: 'group', 'aria-label': t('log-odds of a decoder') },
              negativesCurveView(evidence.odds),
            ),
          )}
          <Text size="xs" c="dimmed" component="figcaption">
            {negativesCurveCaption(evidence.odds)}
          </Text>
        </figure>
      )}
      {evidence.spectrum && <Spectrum spectrum={evidence.spectrum} />}
      {evidence.spectrum && (
        <Text size="xs" c="dimmed" mt={4}>
          {isFound
            ? t(
                'Standard deviations above the neighbours, by frequency, the strongest cut off; dashed: lines of the lattice that was found.',
              )
            : t(
                'Standard deviations above the neighbours, by frequency, the strongest cut off; dashed: lines of the strongest candidate, which is not enough.',
              )}
        </Text>
      )}
      {evidence.declared.length > 0 && (
        <Text size="sm" mt="sm" maw="46rem">
          {t('Declared in the file, no part of the verdict: {{declared}}.', {
            declared: evidence.declared.join('; '),
          })}
        </Text>
      )}
    </section>
  );
}

/** The documented fields by model, which all follow from the same odds: for those who read them by program. */
function ModelFields(props: { models: readonly AiModelResult[]; spans: Evidence['segments'] }): JSX.Element {
  return (
    <details>
      <summary>{t('The documented fields, model by model')}</summary>
      <Stack gap="md" mt="sm">
        <div>
          {props.models.map((model) => (
            <SegmentStrip key={model.config.model_id} model={model} spans={props.spans} />
          ))}
        </div>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {props.models.map((model) => (
            <ModelCard key={model.config.model_id} model={model} />
          ))}
        </SimpleGrid>
      </Stack>
    </details>
  );
}

function ModelCard({ model }: { model: AiModelResult }): JSX.Element {
  const overall = model.overall_analysis;
  return (
    <div className="card" style={{ padding: '0.875rem 1rem' }}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{model.config.task}</Text>
        <Text size="xs" c="dimmed" className="mono">
          {model.config.model_id}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" mb="xs">
        {model.config.analysis_focus}
      </Text>
      {overall && !overall.all_probs && typeof overall.confidence === 'number' && (
        <Bar
          label={String(overall.prediction)}
          value={overall.confidence}
          color={colorOf(String(overall.prediction))}
        />
      )}
      {overall && typeof overall.confidence === 'object' && <Bars values={overall.confidence} />}
      {overall?.all_probs && <Bars values={overall.all_probs} />}
    </div>
  );
}

function Bars({ values }: { values: Record<string, number> }): JSX.Element {
  return (
    <>
      {Object.entries(values).map(([label, value]) => (
        <Bar key={label} label={label} value={value} color={colorOf(label)} />
      ))}
    </>
  );
}

function colorOf(label: string): string {
  return label === 'real' ? 'var(--mantine-color-green-6)' : 'var(--mantine-color-orange-6)';
}

/** Of strips and bars: those of the drawings in case files. */
const segmentColor = (label: string): string => (label === 'real' ? 'var(--ev-clear)' : 'var(--ev-head)');

/** What the colours of strips and bars mean. */
function Legend(): JSX.Element {
  return (
    <Group gap="md" className="ev under-waveform">
      {['real', 'fake'].map((label) => (
        <Group key={label} gap={6}>
          <span style={{ width: 14, height: 10, borderRadius: 2, background: segmentColor(label) }} />
          <Text size="xs" c="dimmed" component="span">
            {label === 'real' ? t('no traces found') : t('traces found')}
          </Text>
        </Group>
      ))}
    </Group>
  );
}

/** One cell a segment, as wide as its share of the recording; strong colour for high confidence. */
function SegmentStrip(props: { model: AiModelResult; spans: Evidence['segments'] }): JSX.Element | null {
  const { model, spans } = props;
  const segments = model.segment_analysis;
  if (!segments || segments.prediction.length === 0) return null;
  return (
    <div className="ev under-waveform">
      <Text size="xs" c="dimmed" component="div">
        {t('{{model}} · {{task}}, by segment', { model: model.config.model_id, task: model.config.task })}
      </Text>
      <div style={{ display: 'flex', gap: 1, height: 16 }} role="img" aria-label={describe(segments)}>
        {segments.prediction.map((prediction, index) => {
          const label = Array.isArray(prediction) ? prediction.join(', ') : String(prediction);
          const confidence = segments.confidence[index];
          const strength = typeof confidence === 'number' ? confidence : 1;
          return (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a segment is known by its place
              key={index}
              title={t('Segment {{number}}: {{label}}{{confidence}}', {
                number: index + 1,
                label,
                confidence: typeof confidence === 'number' ? `, ${percent(confidence)}` : '',
              })}
              style={{
                flexBasis: 0,
                flexGrow: spans[index] ? spans[index].endSeconds - spans[index].startSeconds : 1,
                background: segmentColor(label),
                opacity: 0.25 + 0.75 * strength,
                borderRadius: 2,
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

function describe(segments: { prediction: unknown[] }): string {
  const real = segments.prediction.filter((label) => String(label) === 'real').length;
  return t('{{real}} of {{segments}} segments real', { real, segments: segments.prediction.length });
}
