import { useRef } from 'react';

/**
 * The Idempotency-Key of a change: the same key for the same input, so that a change whose answer was lost can be
 * repeated safely. `forget` must be called after a success, because the same input is then a new change.
 */
export function useRequestKey() {
  const last = useRef({ content: '', key: '' });
  return {
    keyFor: (request: unknown): string => {
      const content = JSON.stringify(request);
      if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
      return last.current.key;
    },
    forget: () => {
      last.current = { content: '', key: '' };
    },
  };
}
