ALTER TABLE "notices" DROP CONSTRAINT "notices_kind_known";--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "attempts" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "failure_code" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "dead_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "requeued_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "notices" SET "dead_at" = "claimed_at", "failure" = 'unclear' WHERE "sent_at" IS NULL AND "claimed_at" < now() - interval '5 minutes';--> statement-breakpoint
CREATE INDEX "notices_due" ON "notices" USING btree ("next_attempt_at") WHERE "notices"."sent_at" is null and "notices"."dead_at" is null;--> statement-breakpoint
CREATE INDEX "notices_dead" ON "notices" USING btree ("dead_at") WHERE "notices"."dead_at" is not null;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_dead_unsent" CHECK (num_nonnulls("notices"."sent_at", "notices"."dead_at") < 2);--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_kind_known" CHECK ("notices"."kind" in ('ticket_answered', 'subscription_ending', 'new_device', 'dd-notice', 'dd-renewed', 'dd-failed'));