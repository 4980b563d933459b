-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS "contents_to_publish" ON "contents" USING btree ("published_at") WHERE "contents"."hidden_by_schedule";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "contents_to_unpublish" ON "contents" USING btree ("unpublish_at") WHERE "contents"."removed_at" is null and "contents"."unpublish_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "contents_to_come" ON "contents" USING btree ("available_at") WHERE "contents"."available_at" is not null and 'coming_soon' = any("contents"."flags");