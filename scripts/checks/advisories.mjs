import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ROOT } from '../prepare.mjs';

/** Severities that fail the audit, in npm's words. */
const GRAVE = new Set(['high', 'critical']);

/**
 * @typedef {{ advisory: string, package: string, reason: string, expires: string }} Allowance
 * @typedef {{ advisory: string, package: string, severity: string, title: string }} Finding
 */

/**
 * Asks the registry for advisories of the packages that run in production.
 * @param {{ allowed: Allowance[], root?: string, env?: Record<string, string>, today?: string }} options
 *   today: YYYY-MM-DD
 * @returns {Promise<{ verdict: 'clean' | 'findings' | 'no-answer', lines: string[] }>} lines explain it
 */
export async function auditDependencies({ allowed, root = ROOT, env = {}, today = isoToday() }) {
  const { report, why } = await askNpm(root, env);
  if (report === null) {
    return {
      verdict: 'no-answer',
      lines: [`No answer: the registry did not answer the audit (${why}). This is not a pass.`],
    };
  }
  const findings = findGrave(report);
  const { open, covered, faults } = applyAllowances(findings, allowed, today);
  const lines = [
    ...faults,
    ...open.map(
      (found) => `${found.severity}: ${found.package}: ${found.title} (${found.advisory})`,
    ),
    ...covered.map(
      ({ finding, allowance }) =>
        `allowed until ${allowance.expires}: ${finding.package} (${finding.advisory}): ${allowance.reason}`,
    ),
  ];
  const isClean = open.length === 0 && faults.length === 0;
  const count = report.metadata.dependencies.prod;
  return {
    verdict: isClean ? 'clean' : 'findings',
    lines: isClean
      ? [...lines, `Nothing severe in ${count} production packages, ours included.`]
      : lines,
  };
}

/**
 * The severe findings of npm's report, once for each advisory.
 * @param {{ vulnerabilities: Record<string, { via: (string | Record<string, string>)[] }> }} report
 * @returns {Finding[]}
 */
export function findGrave({ vulnerabilities }) {
  const found = new Map();
  for (const { via } of Object.values(vulnerabilities)) {
    for (const cause of via) {
      // A text refers to another package of the report, which has its own cause.
      if (typeof cause === 'string' || !GRAVE.has(cause.severity)) continue;
      const advisory = cause.url?.split('/').at(-1) || String(cause.source);
      found.set(`${advisory} ${cause.name}`, {
        advisory,
        package: cause.name,
        severity: cause.severity,
        title: cause.title,
      });
    }
  }
  return [...found.values()];
}

/**
 * @param {Finding[]} findings
 * @param {Allowance[]} allowed
 * @param {string} today YYYY-MM-DD
 */
export function applyAllowances(findings, allowed, today) {
  const faults = allowed.flatMap((allowance) => {
    const { advisory, package: name, reason, expires } = allowance;
    if (!advisory || !name || !reason || !/^\d{4}-\d\d-\d\d$/.test(expires ?? '')) {
      return [
        `an allowance without advisory, package, reason or date: ${JSON.stringify(allowance)}`,
      ];
    }
    if (expires < today) return [`the allowance for ${name} (${advisory}) ended on ${expires}`];
    const isNeeded = findings.some((found) => covers(allowance, found));
    return isNeeded
      ? []
      : [`the allowance for ${name} (${advisory}) is no longer needed: remove it`];
  });
  const allowanceOf = (finding) =>
    allowed.find((allowance) => covers(allowance, finding) && allowance.expires >= today);
  return {
    open: findings.filter((finding) => !allowanceOf(finding)),
    covered: findings.flatMap((finding) => {
      const allowance = allowanceOf(finding);
      return allowance ? [{ finding, allowance }] : [];
    }),
    faults,
  };
}

function covers(allowance, finding) {
  return (
    allowance.advisory === finding.advisory &&
    allowance.package === finding.package &&
    Boolean(allowance.reason)
  );
}

/** @param {string} file @returns {Allowance[]} */
export function readAllowances(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** @returns {Promise<{ report: any, why: string }>} null: no report of an audit came back */
function askNpm(cwd, env) {
  const args = ['audit', '--omit=dev', '--audit-level=high', '--json', '--no-fund'];
  return new Promise((resolve) => {
    const child = spawn('npm', args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) =>
      resolve({ report: null, why: code }),
    );
    child.once('close', () => resolve(readReport(Buffer.concat(chunks).toString('utf8'))));
  });
}

/**
 * npm's answer is a report only if it is complete: the exit code is the same for a refusal and a
 * finding.
 */
function readReport(text) {
  try {
    const report = JSON.parse(text);
    const counted = report.metadata?.dependencies?.prod;
    if (report.auditReportVersion === 2 && report.vulnerabilities && counted > 0) {
      return { report, why: '' };
    }
    return {
      report: null,
      why: String(report.statusCode ?? report.error?.code ?? 'something else'),
    };
  } catch {
    return { report: null, why: 'it is not JSON' };
  }
}

const isoToday = () => new Date().toISOString().slice(0, 10);
