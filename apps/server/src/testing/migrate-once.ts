/** A process that a test kills: it migrates the database that its environment names. */
import { migrateDatabase } from '../platform/database/migrating/migrate.ts';

await migrateDatabase(JSON.parse(process.env.MIGRATE_WHAT ?? ''));
