ALTER TABLE "playback_leases" ADD COLUMN "receiver" text;--> statement-breakpoint
ALTER TABLE "playback_leases" ADD COLUMN "receiver_at" timestamp (3) with time zone;