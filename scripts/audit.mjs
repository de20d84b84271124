import { join } from 'node:path';
import { auditDependencies, readAllowances } from './checks/advisories.mjs';
import { ROOT } from './prepare.mjs';

/** A registry that does not answer is neither a success nor a finding. */
const EXIT_CODES = { clean: 0, findings: 1, 'no-answer': 3 };

const allowed = readAllowances(join(ROOT, 'scripts', 'audit-allowed.json'));
const { verdict, lines } = await auditDependencies({ allowed });
for (const line of lines) console.log(line);
process.exitCode = EXIT_CODES[verdict];
