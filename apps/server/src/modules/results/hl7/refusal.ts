import type { Hl7Message } from '@medplum/core';

/** Codes of HL7 table 0357 that an acknowledgment names. */
type Hl7ErrorCode = '100' | '101' | '102' | '103' | '200' | '203' | '204' | '207';

/**
 * A message that is refused, with the reason for its sender. `ack` is AE (application error), or AR (application
 * reject) when the text is not an HL7 message.
 */
export class MessageRefused extends Error {
  readonly code: Hl7ErrorCode;
  readonly ack: 'AE' | 'AR';
  /** Of a message of which nothing else can be read. */
  header: Hl7Message | null = null;

  constructor(code: Hl7ErrorCode, message: string, ack: 'AE' | 'AR' = 'AE') {
    super(message);
    this.code = code;
    this.ack = ack;
  }
}
