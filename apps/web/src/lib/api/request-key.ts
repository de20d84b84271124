import { useRef } from 'react';

/**
 * The Idempotency-Key of a change: the same as long as the same is asked for, so that one whose answer
 * was lost can be sent again without being done twice. To be forgotten once the answer is there: who
 * asks for the same after that wants it once more.
 */
export function useRequestKey() {
  const last = useRef({ content: '', key: '' });
  return {
    keyOf: (request: unknown): string => {
      const content = JSON.stringify(request);
      if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
      return last.current.key;
    },
    forget: () => {
      last.current = { content: '', key: '' };
    },
  };
}
