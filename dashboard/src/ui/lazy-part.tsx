/**
 * A part of a page whose code comes later. An upgrade deletes the files of the build before: where the code cannot be had, or
 * breaks, the rest of the page stays with what it shows.
 */
import { Component, type ReactNode, Suspense } from 'react';
import { reloadIfReachable } from '../api/reachable.js';
import { Failed } from './parts.js';

interface Given {
  readonly children: ReactNode;
  /** Until it is there. */
  readonly fallback?: ReactNode;
  /** Nothing takes its place where it fails. */
  readonly isOptional?: boolean;
}

export class LazyPart extends Component<Given, { readonly error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { children, fallback, isOptional } = this.props;
    const { error } = this.state;
    if (error === null) return <Suspense fallback={fallback}>{children}</Suspense>;
    return isOptional ? null : <Failed error={error} onRetry={() => void reloadIfReachable()} />;
  }
}
