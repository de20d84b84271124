import { useRef } from 'react';

/**
 * The Idempotency-Key of a change: the same as long as the same is asked for, so that one whose answer
 * was lost can be sent again without being done twice.
 */
export function useRequestKey(): (request: unknown) => string {
  const last = useRef({ content: '', key: '' });
  return (request) => {
    const content = JSON.stringify(request);
    if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
    return last.current.key;
  };
}
