/** A process to be killed in a test: migrates the database that its environment names. */
import { migrateDatabase } from '../platform/database/migrating/migrate.ts';

await migrateDatabase(JSON.parse(process.env.MIGRATE_WHAT ?? ''));
