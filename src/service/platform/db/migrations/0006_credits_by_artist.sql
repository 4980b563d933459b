DROP INDEX "credits_artist";--> statement-breakpoint
CREATE INDEX "credits_by_artist" ON "credits" USING btree ("artist_id","content_id");