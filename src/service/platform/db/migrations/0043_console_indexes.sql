-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS "notices_campaign" ON "notices" USING btree ("campaign_id") WHERE "notices"."campaign_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_newest" ON "users" USING btree ("created_at","id");