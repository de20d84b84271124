import { pino } from 'pino';
import { ImportRefused } from '../modules/import/findings.ts';
import { importExport } from '../modules/import/import-export.ts';
import type { ImportProgress } from '../modules/import/load-export.ts';
import { formatReport } from '../modules/import/report.ts';
import { openDatabase } from '../platform/database/database.ts';
import { StartupError } from '../platform/system-errors.ts';
import { printProgress, withInstallation } from './with-installation.ts';

/**
 * `import FILE`: imports an export of the legacy back end and reports the outcome of each record.
 */
export async function importExportFile(
  file: string,
  { replaceDemo = false }: { replaceDemo?: boolean },
): Promise<void> {
  await withInstallation(async ({ config, installation, act }) => {
    // Removing demo data needs more rights than the application's role has, and may take long.
    const owner = openDatabase(
      { ...installation.owner, query_timeout: 0 },
      pino({ level: config.logLevel }),
    );
    try {
      const report = await importExport({
        source: file,
        db: owner.db,
        act,
        timeZone: config.clinicTimeZone,
        onProgress: printProgress(formatProgress),
        ...(replaceDemo ? { replaceDemo: { store: installation.store } } : {}),
      });
      console.log(formatReport(report));
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error;
      throw new StartupError('import-refused', error.message, { cause: error });
    } finally {
      await owner.close();
    }
  }, 'import');
}

const PHASES = { check: 'Revisando', write: 'Guardando' } as const;

/** 'Revisando… 12,400 registros (38 %)' */
function formatProgress({ phase, records, bytes, totalBytes }: ImportProgress): string {
  const share = totalBytes ? ` (${Math.floor((bytes / totalBytes) * 100)} %)` : '';
  return `${PHASES[phase]}… ${records.toLocaleString('es-MX')} registros${share}`;
}
