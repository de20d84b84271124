/** Codes of HL7 table 0357 that an acknowledgment names. */
export type ErrorCode = '100' | '101' | '102' | '103' | '200' | '203' | '207';

/**
 * A message that is not taken: why, for its sender, who gets it in a negative acknowledgment. `ack` is `AE` for one
 * that could be read, `AR` for a text that is none.
 */
export class MessageRefused extends Error {
  readonly code: ErrorCode;
  readonly ack: 'AE' | 'AR';

  constructor(code: ErrorCode, message: string, ack: 'AE' | 'AR' = 'AE') {
    super(message);
    this.code = code;
    this.ack = ack;
  }
}
