CREATE TABLE "audit_seals" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"mac" "bytea",
	"key_id" text,
	"sealed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_seals_eventId_unique" UNIQUE("event_id")
);
