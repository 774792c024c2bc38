/**
 * Traces by OpenTelemetry, where CONTRAFACT_OTLP_URL names a collector: one trace from the request by its task and
 * kernels to the delivery. The packages are loaded only then; without the setting nothing here costs anything.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, SpanContext } from '@opentelemetry/api';
import type { Compute, ComputeOptions, KernelInput, KernelName, KernelOutput } from '../domain/compute.js';

export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;
export type SpanKind = 'server' | 'consumer' | 'client' | 'internal';

export interface OpenSpan {
  /** As in the W3C header of that name: who carries it on makes children of this span. */
  readonly traceParent: string;
  /** `error`: a short name of what failed; `name` in place of the first one. */
  end(attributes?: SpanAttributes, error?: string, name?: string): void;
}

export interface NewSpan {
  readonly name: string;
  readonly kind: SpanKind;
  /** Null begins a trace. */
  readonly parent: string | null;
  readonly attributes: SpanAttributes;
  /** Milliseconds since 1970; now where absent. */
  readonly startedAtMs?: number;
}

export interface Tracing {
  start(span: NewSpan): OpenSpan;
  /** Sends what is left. */
  close(): Promise<void>;
}

export interface TracingOptions {
  /** The collector's address for OTLP over HTTP, without `/v1/traces`. */
  readonly url: string;
  readonly version: string;
  readonly role: string;
}

/** Null without a collector. */
export async function openTracing(options: TracingOptions | null): Promise<Tracing | null> {
  if (options === null) return null;
  const { ROOT_CONTEXT, SpanKind: kinds, SpanStatusCode, trace } = await import('@opentelemetry/api');
  const { BasicTracerProvider, BatchSpanProcessor } = await import('@opentelemetry/sdk-trace-base');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'contrafact',
      'service.version': options.version,
      'contrafact.role': options.role,
      'process.pid': process.pid,
    }),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${options.url.replace(/\/$/, '')}/v1/traces` })),
    ],
  });
  const tracer = provider.getTracer('contrafact', options.version);
  const kindOf = {
    server: kinds.SERVER,
    consumer: kinds.CONSUMER,
    client: kinds.CLIENT,
    internal: kinds.INTERNAL,
  };
  return {
    start({ name, kind, parent, attributes, startedAtMs }) {
      const remote = parent === null ? null : parseTraceParent(parent);
      const context = remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote);
      const span: Span = tracer.startSpan(
        name,
        {
          kind: kindOf[kind],
          attributes: { ...attributes },
          ...(startedAtMs === undefined ? {} : { startTime: startedAtMs }),
        },
        context,
      );
      return {
        traceParent: formatTraceParent(span.spanContext()),
        end(more = {}, error, finalName) {
          if (finalName !== undefined) span.updateName(finalName);
          span.setAttributes({ ...more });
          if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
          span.end();
        },
      };
    },
    close: () => provider.shutdown(),
  };
}

const traceParentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Null where it is not one (W3C Trace Context, level 1). */
function parseTraceParent(text: string): SpanContext | null {
  const [, traceId, spanId, flags] = traceParentPattern.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId))
    return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags!, 16), isRemote: true };
}

function formatTraceParent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

const current = new AsyncLocalStorage<string>();

/** Runs `work` within the span: computations that it awaits are its children. */
export async function withinSpan<Result>(span: OpenSpan, work: () => Promise<Result>): Promise<Result> {
  return current.run(span.traceParent, work);
}

/** The same compute processes; each computation for a traced task is a span. */
export function tracedCompute(compute: Compute, tracing: Tracing | null): Compute {
  if (tracing === null) return compute;
  return {
    async run<Name extends KernelName>(
      kernel: Name,
      input: KernelInput<Name>,
      options?: ComputeOptions,
    ): Promise<KernelOutput<Name>> {
      const parent = current.getStore();
      if (parent === undefined) return compute.run(kernel, input, options);
      const span = tracing.start({ name: kernel, kind: 'internal', parent, attributes: {} });
      try {
        const output = await compute.run(kernel, input, options);
        span.end();
        return output;
      } catch (error) {
        span.end({}, (error as Error).name);
        throw error;
      }
    },
  };
}
