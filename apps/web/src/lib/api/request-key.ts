import { useRef } from 'react';

/** Options of a call that can be repeated. */
export interface RequestOptions {
  readonly context: { readonly idempotencyKey: string };
}

/**
 * The Idempotency-Key of a change: the same for the same input, so that a change whose answer was lost can be
 * repeated safely. `forget` must be called after a success, because the same input is then a new change.
 */
export function useRequestKey() {
  const last = useRef({ content: '', key: '' });
  return {
    optionsFor: (request: unknown): RequestOptions => {
      const content = JSON.stringify(request);
      if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
      return { context: { idempotencyKey: last.current.key } };
    },
    forget: () => {
      last.current = { content: '', key: '' };
    },
  };
}
