CREATE TABLE "inbox_messages" (
	"kind" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "inbox_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"digest" text NOT NULL,
	"outcome" text DEFAULT 'received' NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"settled_by" text,
	"settled_reason" text,
	"event" text,
	"payload" jsonb,
	"appointment_id" text,
	"laboratory_id" text,
	"content" "bytea",
	"reports" text[],
	CONSTRAINT "inbox_messages_kind_id_pk" PRIMARY KEY("kind","id"),
	CONSTRAINT "inbox_messages_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
-- Messages keep their ids, which the audit names.
INSERT INTO inbox_messages (kind, id, digest, outcome, reason, attempts, received_at, processed_at, settled_at, settled_by,
    settled_reason, event, payload, appointment_id) OVERRIDING SYSTEM VALUE
  SELECT 'calendly_delivery', id, digest, outcome, reason, attempts, received_at, processed_at, settled_at, settled_by,
    settled_reason, event, payload, appointment_id
  FROM calendly_deliveries;--> statement-breakpoint
INSERT INTO inbox_messages (kind, id, digest, outcome, reason, attempts, received_at, processed_at, settled_at, settled_by,
    settled_reason, laboratory_id, content, reports) OVERRIDING SYSTEM VALUE
  SELECT 'laboratory_message', id, digest, outcome, reason, attempts, received_at, processed_at, settled_at, settled_by,
    settled_reason, laboratory_id, content, reports
  FROM laboratory_messages;--> statement-breakpoint
SELECT setval('inbox_messages_id_seq', max(id)) FROM inbox_messages HAVING count(*) > 0;--> statement-breakpoint
DROP TABLE "calendly_deliveries";--> statement-breakpoint
DROP TABLE "laboratory_messages";--> statement-breakpoint
ALTER TABLE "inbox_messages" ADD CONSTRAINT "inbox_messages_laboratory_id_partners_id_fk" FOREIGN KEY ("laboratory_id") REFERENCES "public"."partners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbox_messages_outcome" ON "inbox_messages" USING btree ("kind","outcome","id");--> statement-breakpoint
CREATE INDEX "inbox_messages_laboratory" ON "inbox_messages" USING btree ("laboratory_id");--> statement-breakpoint
CREATE INDEX "inbox_messages_uri" ON "inbox_messages" USING hash (("payload" -> 'payload' ->> 'uri'));--> statement-breakpoint
CREATE INDEX "inbox_messages_old" ON "inbox_messages" USING hash (("payload" -> 'payload' ->> 'old_invitee'));--> statement-breakpoint
CREATE INDEX "inbox_messages_new" ON "inbox_messages" USING hash (("payload" -> 'payload' ->> 'new_invitee'));--> statement-breakpoint
-- Both kinds are in one table: each is announced to the accounts that may see it, without ids.
CREATE FUNCTION announce_inbox() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('simiente_changes', json_build_object('kind', kind, 'ids', NULL)::text)
    FROM (SELECT DISTINCT kind FROM changed) kinds;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON inbox_messages REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_inbox();--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON inbox_messages REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_inbox();--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON inbox_messages REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_inbox();
