import project from '../../../package.json' with { type: 'json' };

/** For operators, in metrics and on the command line; no answer of the server contains it. */
export const VERSION: string = project.version;
