/*
 * Zod tries whether it may make code out of text, which our content security policy forbids: each try
 * would be a violation in the console and in every report. It is told before it is loaded.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
