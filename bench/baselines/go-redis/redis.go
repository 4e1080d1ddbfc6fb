// A connection to Redis that pipelines by itself: whatever is asked while a write is under way goes into the next write,
// and replies are matched to calls by their order. Knows the replies of RESP 2 that the scripts give.
package main

import (
	"bufio"
	"errors"
	"io"
	"net"
	"strconv"
	"sync"
)

// More calls than this must never wait at once: the writer would wait for the reader and the reader for the writer.
const queueLength = 1 << 16

type reply struct {
	// Nil when the script refused.
	fields [][]byte
	err    error
}

type call struct {
	request []byte
	reply   chan reply
}

type connection struct {
	queue   chan *call
	pending chan *call
}

var calls = sync.Pool{New: func() any { return &call{reply: make(chan reply, 1)} }}

func connectRedis(address string) (*connection, error) {
	socket, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	c := &connection{queue: make(chan *call, queueLength), pending: make(chan *call, queueLength)}
	go c.write(socket)
	go c.read(bufio.NewReaderSize(socket, 64*1024))
	return c, nil
}

// ask sends one command and waits for its reply.
func (c *connection) ask(words ...[]byte) ([][]byte, error) {
	one := calls.Get().(*call)
	request := append(one.request[:0], '*')
	request = strconv.AppendInt(request, int64(len(words)), 10)
	for _, word := range words {
		request = append(request, "\r\n$"...)
		request = strconv.AppendInt(request, int64(len(word)), 10)
		request = append(request, "\r\n"...)
		request = append(request, word...)
	}
	one.request = append(request, "\r\n"...)
	c.queue <- one
	answer := <-one.reply
	calls.Put(one)
	return answer.fields, answer.err
}

func (c *connection) write(socket net.Conn) {
	var bytes []byte
	for one := range c.queue {
		bytes = append(bytes[:0], one.request...)
		c.pending <- one
		for more := true; more; {
			select {
			case next := <-c.queue:
				bytes = append(bytes, next.request...)
				c.pending <- next
			default:
				more = false
			}
		}
		if _, err := socket.Write(bytes); err != nil {
			return
		}
	}
}

func (c *connection) read(source *bufio.Reader) {
	for one := range c.pending {
		fields, err := readReply(source)
		one.reply <- reply{fields, err}
	}
}

func readReply(source *bufio.Reader) ([][]byte, error) {
	line, err := readLine(source)
	if err != nil {
		return nil, err
	}
	switch line[0] {
	case '-':
		return nil, errors.New(string(line[1:]))
	case '*':
		count, err := strconv.Atoi(string(line[1:]))
		if err != nil || count < 0 {
			return nil, err
		}
		fields := make([][]byte, count)
		for index := range fields {
			head, err := readLine(source)
			if err != nil {
				return nil, err
			}
			if fields[index], err = readBulk(source, head); err != nil {
				return nil, err
			}
		}
		return fields, nil
	case '$':
		text, err := readBulk(source, line)
		if err != nil || text == nil {
			return nil, err
		}
		return [][]byte{text}, nil
	default:
		return [][]byte{append([]byte(nil), line[1:]...)}, nil
	}
}

func readBulk(source *bufio.Reader, head []byte) ([]byte, error) {
	length, err := strconv.Atoi(string(head[1:]))
	if err != nil || length < 0 {
		return nil, err
	}
	text := make([]byte, length+2)
	if _, err := io.ReadFull(source, text); err != nil {
		return nil, err
	}
	return text[:length], nil
}

func readLine(source *bufio.Reader) ([]byte, error) {
	line, err := source.ReadSlice('\n')
	if err != nil || len(line) < 3 {
		return nil, io.ErrUnexpectedEOF
	}
	return line[:len(line)-2], nil
}
