CREATE TABLE "laboratory_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "laboratory_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"laboratory_id" text NOT NULL,
	"digest" text NOT NULL,
	"content" "bytea",
	"outcome" text DEFAULT 'received' NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp (3) with time zone,
	CONSTRAINT "laboratory_messages_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "laboratory_tokens" (
	"laboratory_id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "laboratory_tokens_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "received_results" ADD COLUMN "filler_number" text;--> statement-breakpoint
ALTER TABLE "received_results" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "result_sets" ADD COLUMN "filler_number" text;--> statement-breakpoint
ALTER TABLE "result_sets" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "laboratory_messages" ADD CONSTRAINT "laboratory_messages_laboratory_id_partners_id_fk" FOREIGN KEY ("laboratory_id") REFERENCES "public"."partners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory_tokens" ADD CONSTRAINT "laboratory_tokens_laboratory_id_partners_id_fk" FOREIGN KEY ("laboratory_id") REFERENCES "public"."partners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "laboratory_messages_outcome" ON "laboratory_messages" USING btree ("outcome","id");--> statement-breakpoint
CREATE INDEX "laboratory_messages_laboratory" ON "laboratory_messages" USING btree ("laboratory_id");--> statement-breakpoint
CREATE INDEX "received_results_filler" ON "received_results" USING btree ("laboratory_id","filler_number") WHERE "received_results"."filler_number" is not null;--> statement-breakpoint
CREATE INDEX "result_sets_filler" ON "result_sets" USING btree ("laboratory_id","filler_number") WHERE "result_sets"."filler_number" is not null;