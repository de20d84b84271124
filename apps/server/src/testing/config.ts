import { expect } from 'vitest';
import { readConfig } from '../config.ts';

/** The line with which an invalid environment stops the start. */
export function readConfigError(variables: NodeJS.ProcessEnv): string {
  try {
    readConfig(variables);
  } catch (error) {
    expect(error).toMatchObject({ name: 'StartupError' });
    const { message } = error as Error;
    expect(message).not.toContain('\n');
    return message;
  }
  throw new Error('The configuration was accepted');
}
