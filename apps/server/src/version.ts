import project from '../../../package.json' with { type: 'json' };

/** For operators: in the figures and on the command line, in no answer of the server. */
export const VERSION: string = project.version;
