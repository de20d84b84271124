ALTER TABLE "report_confirmations" ALTER COLUMN "at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "report_confirmations" ALTER COLUMN "signer" SET DEFAULT '{}';--> statement-breakpoint
ALTER TABLE "report_discards" ALTER COLUMN "at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "report_versions" ALTER COLUMN "sha256" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "report_versions" ALTER COLUMN "arrived_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "report_withdrawals" ALTER COLUMN "at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "report_withdrawals" ALTER COLUMN "signer" SET DEFAULT '{}';