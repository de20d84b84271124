import type { Dispatcher } from 'undici';
import type { Request } from './request.ts';

/** Maximum characters of a failed answer that are shown. */
const MAX_SHOWN = 300;

/**
 * Sends one request and discards its answer.
 * @returns null, or the status and text of an answer other than 200
 */
export function sendRequest(
  connection: Dispatcher,
  { method, path, body, type = 'application/json' }: Request,
  authorization: string,
): Promise<string | null> {
  const headers: Record<string, string> = { authorization };
  if (body !== undefined) headers['content-type'] = type;
  return new Promise((resolve) => {
    let status = 0;
    let shown = '';
    connection.dispatch(
      { method, path, headers, body: body ?? null },
      {
        onRequestStart: () => {},
        onResponseStart: (_controller, statusCode) => {
          status = statusCode;
        },
        onResponseData: (_controller, chunk) => {
          if (status !== 200 && shown.length < MAX_SHOWN) shown += chunk.toString('utf8');
        },
        onResponseEnd: () =>
          resolve(status === 200 ? null : `${status} ${shown.slice(0, MAX_SHOWN)}`),
        onResponseError: (_controller, error) => resolve(error.message),
      },
    );
  });
}
