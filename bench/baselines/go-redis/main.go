// The design with Redis as it is written to be fast: fasthttp, and for every call one Lua script over two hashes, called by
// its hash over a pipelined connection, in a Redis that syncs its append-only file before it answers. Answers the same
// JSON as the service. It skips validation, limits, metrics, payment and idempotency.
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/valyala/fasthttp"
)

const (
	holdSeconds = 86400
	// The sixth segment of a session's path is its id, the seventh the verb.
	idSegment   = 5
	timeFormat  = "2006-01-02T15:04:05.000Z"
	priceCents  = 5000
	centsPerOne = 100
)

type requestBody struct {
	EventID string `json:"eventId"`
	Seats   []int  `json:"seats"`
}

type session struct {
	event     string
	seatMap   []byte
	cart      []byte
	expiresAt time.Time
}

type service struct {
	redis *connection
	// Hashes of the scripts by verb.
	scripts map[string][]byte
	// By id; every session was created by this process.
	sessions sync.Map
}

func (s *service) handle(ctx *fasthttp.RequestCtx) {
	segments := bytes.Split(ctx.Path(), []byte{'/'})
	var body requestBody
	if len(ctx.PostBody()) > 0 {
		if err := json.Unmarshal(ctx.PostBody(), &body); err != nil {
			ctx.SetStatusCode(fasthttp.StatusBadRequest)
			return
		}
	}
	if len(segments) <= idSegment || len(segments[idSegment]) == 0 {
		s.create(ctx, body)
		return
	}
	id := string(segments[idSegment])
	known, ok := s.sessions.Load(id)
	if !ok || len(segments) <= idSegment+1 {
		ctx.SetStatusCode(fasthttp.StatusNotFound)
		return
	}
	one := known.(*session)
	words := [][]byte{[]byte("EVALSHA"), s.scripts[string(segments[idSegment+1])], []byte("2"), one.seatMap, one.cart, []byte(id)}
	for _, seat := range body.Seats {
		words = append(words, strconv.AppendInt(nil, int64(seat), 10))
	}
	cart, err := s.redis.ask(words...)
	switch {
	case err != nil:
		ctx.Error(err.Error(), fasthttp.StatusServiceUnavailable)
	case cart == nil:
		ctx.SetStatusCode(fasthttp.StatusConflict)
	default:
		present(ctx, id, one, cart)
	}
}

func (s *service) create(ctx *fasthttp.RequestCtx, body requestBody) {
	id := newID()
	one := &session{
		event:     body.EventID,
		seatMap:   []byte("seats:" + body.EventID),
		cart:      []byte("cart:" + id),
		expiresAt: time.Now().Add(holdSeconds * time.Second),
	}
	_, err := s.redis.ask([]byte("HSET"), one.cart, []byte("event"), []byte(one.event))
	if err == nil {
		_, err = s.redis.ask([]byte("EXPIRE"), one.cart, []byte(strconv.Itoa(holdSeconds)))
	}
	if err != nil {
		ctx.Error(err.Error(), fasthttp.StatusServiceUnavailable)
		return
	}
	s.sessions.Store(id, one)
	present(ctx, id, one, nil)
}

// present writes the session as the service shows it. The cart has fields and values in turn.
func present(ctx *fasthttp.RequestCtx, id string, one *session, cart [][]byte) {
	now := time.Now()
	ctx.SetContentType("application/json; charset=utf-8")
	text := make([]byte, 0, 512)
	text = append(text, `{"sessionId":"`...)
	text = append(text, id...)
	text = append(text, `","eventId":"`...)
	text = append(text, one.event...)
	text = append(text, `","state":"ACTIVE","cart":{"seats":[`...)
	seats := 0
	for at := 0; at+1 < len(cart); at += 2 {
		if string(cart[at]) == "event" {
			continue
		}
		if seats > 0 {
			text = append(text, ',')
		}
		seats++
		text = append(text, `{"id":`...)
		text = append(text, cart[at]...)
		text = append(text, `,"priceId":1,"priceName":"`...)
		text = append(text, cart[at+1]...)
		text = append(text, `"}`...)
	}
	text = append(text, `],"groupOfSeats":[]},"total":`...)
	text = strconv.AppendInt(text, int64(seats*priceCents/centsPerOne), 10)
	text = append(text, `,"expiresAt":"`...)
	text = one.expiresAt.UTC().AppendFormat(text, timeFormat)
	text = append(text, `","expiresInSeconds":`...)
	text = strconv.AppendInt(text, int64(one.expiresAt.Sub(now).Seconds())+1, 10)
	text = append(text, `,"serverTime":"`...)
	text = now.UTC().AppendFormat(text, timeFormat)
	text = append(text, `"}`...)
	ctx.SetBody(text)
}

// newID gives a random UUID.
func newID() string {
	var random [16]byte
	if _, err := rand.Read(random[:]); err != nil {
		panic(err)
	}
	random[6] = random[6]&0x0f | 0x40
	random[8] = random[8]&0x3f | 0x80
	text := hex.EncodeToString(random[:])
	return text[:8] + "-" + text[8:12] + "-" + text[12:16] + "-" + text[16:20] + "-" + text[20:]
}

// loadScript stores a script in Redis and gives its hash.
func loadScript(redis *connection, script string) []byte {
	answer, err := redis.ask([]byte("SCRIPT"), []byte("LOAD"), []byte(script))
	if err != nil || len(answer) != 1 {
		panic(fmt.Sprint("a script cannot be loaded: ", err))
	}
	return answer[0]
}

func main() {
	redis, err := connectRedis(os.Getenv("REDIS_ADDRESS"))
	if err != nil {
		panic(err)
	}
	scripts := map[string][]byte{
		"lock":   loadScript(redis, os.Getenv("HOLD_SCRIPT")),
		"unlock": loadScript(redis, os.Getenv("UNHOLD_SCRIPT")),
	}
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	s := &service{redis: redis, scripts: scripts}
	if err := fasthttp.Serve(listener, s.handle); err != nil {
		panic(err)
	}
}
