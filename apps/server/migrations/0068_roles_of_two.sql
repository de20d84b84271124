ALTER TABLE "staff" DROP CONSTRAINT "staff_has_a_role";--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "pending_roles" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "pending_roles_by" text;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "pending_roles_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_pending_roles" CHECK ((cardinality("staff"."pending_roles") > 0) = ("staff"."pending_roles_by" is not null and "staff"."pending_roles_at" is not null));--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_has_a_role" CHECK (cardinality("staff"."roles" || "staff"."pending_roles") > 0);