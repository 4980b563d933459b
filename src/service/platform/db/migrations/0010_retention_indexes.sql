-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS "comments_hidden" ON "comments" USING btree ("hidden_at") WHERE "comments"."hidden_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "notices_age" ON "notices" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sessions_ended" ON "sessions" USING btree ("revoked_at") WHERE "sessions"."revoked_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sessions_addresses" ON "sessions" USING btree ("created_at") WHERE "sessions"."ip" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sessions_newest" ON "sessions" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sessions_user" ON "sessions" USING btree ("user_id","created_at");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sms_outbox_age" ON "sms_outbox" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_completed" ON "tickets" USING btree ("updated_at") WHERE "tickets"."status" = 'completed';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_networks" ON "tickets" USING btree ("created_at") WHERE num_nonnulls("tickets"."ip", "tickets"."country", "tickets"."provider") > 0;
